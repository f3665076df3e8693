/// What `kf help` prints.
enum Help {
    /// A page of the help.
    enum Topic: String, Sendable {
        case overview
        case get
        case frames
        case info
        case cache
        case formats
        case help
    }

    static func text(_ topic: Topic) -> String {
        switch topic {
        case .overview, .help: overview
        case .get: get
        case .frames: frames
        case .info: info
        case .cache: cache
        case .formats: formats
        }
    }

    private static let overview = """
        kf loads, resizes, converts and caches images.

        usage: kf get SOURCE... [-o FILE | -O DIR] [OPTION]...   load, process, write
               kf frames SOURCE -O DIR [OPTION]...               write each frame of an animation
               kf info SOURCE... [--json]                        tell what an image is
               kf cache ACTION [--cache DIR] [--json]            look into the cache, tidy it
               kf formats [--json]                               what can be read and written
               kf help [COMMAND]                                 this, or all about a command
               kf --version

        SOURCE is an http or https URL, a path, a file: or data: URL, or - for standard input.

        examples:
          kf get https://example.com/photo.jpg --resize 400x300 -o small.jpg
          kf get *.png --resize 800x --format jpeg --quality 80 -O thumbnails
          kf get dance.gif --resize 320x -o dance.webp
          kf info photo.jpg --json

        Exit status: 0 all done, 1 something failed (the rest is done), 2 wrong usage.
        """

    private static let get = """
        usage: kf get SOURCE... [-o FILE | -O DIR] [OPTION]...

        Loads each SOURCE (an http or https URL, a path, a file: or data: URL, - for standard input), applies the
        processing options in the order given, and writes the result. Options may stand anywhere; -- ends them.

        output
          -o FILE             write to FILE; - is standard output. For one source. A named pipe waits for its reader.
          -O DIR              write into DIR, made if need be, under names taken from the sources
                              Without either nothing is written: the image is loaded, processed and, from a URL, cached.
          --format NAME       png, jpeg, webp, … (see kf formats); else FILE's extension decides, else the source
                              An animation stays one in a format that holds animations (.png is then APNG, unless
                              --format png is given); of any other its first frame is written.
          --quality 1-100     for formats that lose something
          --lossless          lose nothing, where the format can; else its best quality
          --effort 0-9        0 is fast, 9 small
          --depth 8|16        bits a sample: 16 keeps what the file has, and is written where the format can
          --keep-metadata     keep EXIF (with the orientation applied) and XMP when an image is encoded anew
          --strip             convert to sRGB and drop the colour profile too
                              An unprocessed source written in its own format is the bytes received, unless --quality,
                              --effort, --depth or --strip asks for more: then it is encoded anew, a JPEG with the usual
                              small loss. The profile is kept then, EXIF and XMP go unless --keep-metadata is given.
                              A file that is a source is never overwritten.

        processing
          --resize WxH        resize; Wx and xH keep the shape
          --mode fit          inside WxH, keeping the shape (the default)
                 fill         covering WxH, keeping the shape; --crop WxH after it cuts what sticks out
                 stretch      exactly WxH
          --enlarge           allow a result larger than the image is
                              --mode and --enlarge hold for every --resize.
          --crop WxH[@AX,AY]  cut out WxH; AX and AY say where, from 0 (left, top) to 1; 0.5,0.5 is the centre
          --frame N           one frame of an animation, counted from 0; taken before all else
          --first-frame       the same as --frame 0
          --srgb              convert the colours to sRGB, after resizing and cropping
          --background COLOR  lay transparent parts on a colour: '#rrggbb', '#rgb', or white, black, red, … (the names of
                              HTML), last of all. Without it they stay, and are white in a JPEG.

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
                              frames (written), bytes (written), output (null for none), cacheErrors (a list of error,
                              code, number), milliseconds; or, where it failed, source, error, code, number:
                              code is a name, as noSpace; number is Kingfisher's, null where it has none.
          --verbose           say on standard error what one might not expect: the bytes written as received, an animation
                              written still, transparent parts on white, fewer bits than asked for
          --quiet             print nothing but errors, warnings, and what --json prints

        Exit status: 0 all done, 1 some failed (each named on standard error), 2 wrong usage.
        """

    private static let frames = """
        usage: kf frames SOURCE -O DIR [OPTION]...

        Writes each frame of an animation, as it is shown, into DIR, made if need be: dance.gif gives dance-0001.png,
        dance-0002.png and so on. One frame is in memory at a time. A still image has one frame.

          --format NAME   another format than png (see kf formats)
          --json          one object a line: source, index (from 0, as for get --frame), durationMilliseconds (null for
                          a still image), width, height, bytes, file; or source, error, code, number

        The options of kf get for quality, processing, loading and reporting count here too, for every frame: all but -o,
        --frame, --first-frame and --jobs. See kf help get.

        Exit status: 0 all done, 1 failed (what is written stays), 2 wrong usage.
        """

    private static let info = """
        usage: kf info SOURCE... [OPTION]...

        Tells what each SOURCE is, from its header, without decoding its pixels: format, size as seen, frames,
        orientation as stored (1 to 8), bits a sample, colour model (gray, rgb, cmyk, indexed), transparency, colour profile
        or the code points of ITU-T H.273, and whether there are EXIF and XMP, as far as the header tells.

          --json                  one object a line: source, format, width, height, frames, loops (0 for ever, null for
                                  stills), durationMilliseconds, orientation, alpha, bitDepth, colorModel, iccProfile,
                                  colorCodePoints (primaries, transfer, matrix, fullRange; or null), exif and xmp (true,
                                  false, or null where the header does not tell), bytes; or source, error, code,
                                  number (see kf help get)
          --header 'Name: value'  send this header; may be repeated
          --timeout SECONDS       give up a download after this long (300 unless given)
          --limits NAME           standard (the default), or untrusted, for files from strangers (see kf help get)
          --transport NAME, --http2, --public-only   as for kf get

        Exit status: 0 all done, 1 some failed (each named on standard error), 2 wrong usage.
        """

    private static let cache = """
        usage: kf cache ACTION [--cache DIR] [--json]

          path         print the cache's folder
          list         list the entries, the last used first
          stats        count them and add up their bytes: of each kind, and by when they were last used
          clean        remove what has expired
          clear        remove everything
          remove KEY   remove all entries of a URL, or one entry named by its key or by its file
          verify       check every entry; damaged ones are named

          --sort NAME  list by used, size (the largest first), kind, expiry (the next first) or key
          --reverse    list the other way round
          --cache DIR  the cache in DIR instead of the default one
          --json       objects instead of text

        Exit status: 0 done, 1 failed or (verify) damaged entries found, 2 wrong usage.
        """

    private static let formats = """
        usage: kf formats [--json]

        Lists the image formats, and for each whether kf reads and writes still images and animations, and whether it can
        show an image while its bytes arrive.

          --json   one object a line: format, name, extensions, reads, writes, readsAnimations, writesAnimations, streams
        """
}
