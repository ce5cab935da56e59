import { setSourceMapsSupport } from 'node:module';

// `--enable-source-maps` would also read and keep those of all dependencies: 20 MB of the services, and time of their start.
setSourceMapsSupport(true, { nodeModules: false });
