// Starts the services of the package that `npm run package` made, with the folders beside this file.
import { readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (!process.versions.node.startsWith('24.')) {
  console.error(
    `Paddock runs on Node 24, and ${process.execPath} is ${process.versions.node}: https://nodejs.org has it.`,
  );
  process.exit(1);
}
const folder = dirname(fileURLToPath(import.meta.url));
// Source maps of dependencies cost memory and start-up time. Imported by name, Node 20 would end before the sentence above.
modules.setSourceMapsSupport(true, { nodeModules: false });
process.env.NODE_ENV ??= 'production';
process.env.RELEASE ||= JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).release;
const folders = { REGISTRY_DIR: 'var/registry', SHELL_DIR: 'var/shell', DEPLOYMENTS_DIR: 'deployments' };
for (const [name, path] of Object.entries(folders)) process.env[name] ??= join(folder, path);
await import('./services/dist/main.js');
