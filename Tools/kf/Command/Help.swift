/// What `kf help` prints.
enum Help {
    /// A page of the help.
    enum Topic: String, Sendable {
        case overview
        case get
        case info
        case cache
        case formats
        case help
    }

    static func text(_ topic: Topic) -> String {
        switch topic {
        case .overview, .help: overview
        case .get: get
        case .info: info
        case .cache: cache
        case .formats: formats
        }
    }

    private static let overview = """
        kf loads, resizes, converts and caches images.

        usage: kf get SOURCE... [-o FILE | -O DIR] [OPTION]...   load, process, write
               kf info SOURCE... [--json]                        tell what an image is
               kf cache ACTION [--cache DIR] [--json]            look into the cache, tidy it
               kf formats [--json]                               what can be read and written
               kf help [COMMAND]                                 this, or all about a command
               kf --version

        SOURCE is an http or https URL, a path, a file: or data: URL, or - for standard input.

        examples:
          kf get https://example.com/photo.jpg --resize 400x300 -o small.jpg
          kf get *.png --resize 800x --format jpeg --quality 80 -O thumbnails
          kf info photo.jpg --json

        Exit status: 0 all done, 1 something failed (the rest is done), 2 wrong usage.
        """

    private static let get = """
        usage: kf get SOURCE... [-o FILE | -O DIR] [OPTION]...

        Loads each SOURCE (an http or https URL, a path, a file: or data: URL, - for standard input), applies the
        processing options in the order given, and writes the result. Options may stand anywhere; -- ends them.

        output
          -o FILE             write to FILE; - is standard output. For one source.
          -O DIR              write into DIR, made if need be, under names taken from the sources
                              Without either nothing is written: the image is loaded, processed and, from a URL, cached.
          --format NAME       png, jpeg, … (see kf formats); else FILE's extension decides, else the source
          --quality 1-100     for formats that lose something
          --strip             drop the colour profile too; other metadata is dropped whenever an image is encoded anew
                              An unprocessed source written in its own format is the bytes received, unless --quality
                              or --strip asks for more: then it is encoded anew, a JPEG with the usual small loss.
                              Transparent parts become white in a JPEG. A file that is a source is never overwritten.

        processing
          --resize WxH        resize; Wx and xH keep the shape
          --mode fit          inside WxH, keeping the shape (the default)
                 fill         covering WxH, keeping the shape; --crop WxH after it cuts what sticks out
                 stretch      exactly WxH
          --enlarge           allow a result larger than the image is
                              --mode and --enlarge hold for every --resize.
          --crop WxH[@AX,AY]  cut out WxH; AX and AY say where, from 0 (left, top) to 1; 0.5,0.5 is the centre

        loading
          --cache DIR         keep the cache in DIR (kf cache path shows the default)
          --no-cache          neither look into the cache on disk nor fill it
          --refresh           ask the source again, and cache what it says
          --only-from-cache   fail rather than ask the source
                              The cache is for URLs of the network. What lies on this machine is read each time, since
                              it may have changed. A cache that fails is a warning; the load goes on without it.
          --header 'Name: value'   send this header; may be repeated. With Authorization or Cookie the cache is left out.
          --timeout SECONDS   give up a download after this long (300 unless given)
          --public-only       reach public addresses only: none of this machine or its networks, wherever a name or a
                              redirect leads; for URLs from strangers. Proxies of the environment are then not used.
          --http2             speak HTTP/2 without asking, where it cannot be agreed on with TLS: to http URLs
          --transport curl    load by libcurl (the default)
                      urlsession   by Foundation's URLSession
          --limits standard   refuse over 134 million pixels, or 256 MiB of file (the default)
                   untrusted  refuse over 50 million pixels, or 32 MiB: for files from strangers
          --jobs N            load N sources at a time; as many as there are processors unless given

        reporting             a line for each source as it is done: in the order given only with --jobs 1
          --json              one object a line: source, cacheType (none, memory, disk), format, width, height,
                              frames, bytes (written), output (null for none), milliseconds; or source, error, code
                              code is Kingfisher's number of the error, or a word where it has none, as noSpace.
          --quiet             print nothing but errors, warnings, and what --json prints

        Exit status: 0 all done, 1 some failed (each named on standard error), 2 wrong usage.
        """

    private static let info = """
        usage: kf info SOURCE... [--json] [--transport curl|urlsession] [--http2] [--public-only]

        Tells what each SOURCE is, from its header, without decoding its pixels: format, size as seen, frames,
        orientation as stored (1 to 8), bits a sample, colour model (gray, rgb, cmyk, indexed), transparency, colour profile.

          --json   one object a line: source, format, width, height, frames, loops (0 for ever, null for stills),
                   durationMilliseconds, orientation, alpha, bitDepth, colorModel, iccProfile, bytes
          --transport, --http2, --public-only   as for kf get

        Exit status: 0 all done, 1 some failed (each named on standard error), 2 wrong usage.
        """

    private static let cache = """
        usage: kf cache ACTION [--cache DIR] [--json]

          path         print the cache's folder
          list         list the entries
          stats        count them and add up their bytes
          clean        remove what has expired
          clear        remove everything
          remove KEY   remove one entry, named by its key or by its file
          verify       check every entry; damaged ones are named

          --cache DIR  the cache in DIR instead of the default one
          --json       objects instead of text

        Exit status: 0 done, 1 failed or (verify) damaged entries found, 2 wrong usage.
        """

    private static let formats = """
        usage: kf formats [--json]

        Lists the image formats, and for each whether kf reads it and writes it.

          --json   one object a line: format, name, extensions, reads, writes
        """
}
