// Starts the services of the package that `npm run package` made, with the folders beside this file.
import { join } from 'node:path';

process.setSourceMapsEnabled(true);
process.env.NODE_ENV ??= 'production';
const folders = { REGISTRY_DIR: 'var/registry', SHELL_DIR: 'var/shell', DEPLOYMENTS_DIR: 'deployments' };
for (const [name, folder] of Object.entries(folders)) process.env[name] ??= join(import.meta.dirname, folder);
await import('./services/dist/main.js');
