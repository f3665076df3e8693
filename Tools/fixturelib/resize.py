def make(manifest): pass
