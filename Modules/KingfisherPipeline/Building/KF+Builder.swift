public import KingfisherCore

extension KF {
    /// A load in the making: a source, options and callbacks.
    ///
    /// A value: each setter returns a changed copy, and builders made of one do not affect each other. It loads what the
    /// option form loads, under the same keys.
    public struct Builder: Sendable {
        enum Origin: Sendable {
            case source(Source)
            case resource(any Resource)
        }

        let origin: Origin?
        private var items: KingfisherOptionsInfo = []
        private var processor: (any ImageProcessor)?
        var progressBlock: DownloadProgressBlock?
        var successBlock: (@Sendable (RetrieveImageResult) -> Void)?
        var failureBlock: (@Sendable (KingfisherError) -> Void)?

        init(origin: Origin?) {
            self.origin = origin
        }

        /// What the setters set, as options.
        public var options: KingfisherOptionsInfo {
            guard let processor else { return items }
            return items + [.processor(processor)]
        }

        /// A copy with one more option: for those of plugins, which have no setter.
        public func option(_ item: KingfisherOptionsInfoItem) -> Builder {
            changed { $0.items.append(item) }
        }

        /// A copy whose image the processor makes, instead of those set before.
        public func setProcessor(_ processor: any ImageProcessor) -> Builder {
            changed { $0.processor = processor }
        }

        /// A copy whose image the processors make, one after the other, instead of those set before.
        public func setProcessors(_ processors: [any ImageProcessor]) -> Builder {
            changed {
                $0.processor = processors.reduce(DefaultImageProcessor.default as any ImageProcessor) {
                    $0.append(another: $1)
                }
            }
        }

        /// A copy whose image the processor makes of what those set before make.
        public func appendProcessor(_ processor: any ImageProcessor) -> Builder {
            changed { $0.processor = $0.processor?.append(another: processor) ?? processor }
        }

        func changed(_ change: (inout Builder) -> Void) -> Builder {
            var copy = self
            change(&copy)
            return copy
        }
    }
}
