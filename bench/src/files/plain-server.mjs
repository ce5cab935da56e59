import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream';

/** Serves the files of a folder and does nothing else: no session, no check, no record. Sends its port. */
const folder = String(process.argv[2]);
const server = createServer(async ({ url = '' }, reply) => {
  const path = join(folder, basename(url));
  const { size } = await stat(path);
  reply.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
  pipeline(createReadStream(path), reply, () => undefined);
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
process.on('disconnect', () => process.exit(0));
