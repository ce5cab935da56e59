import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** What fan-out is compared with: a POST is answered, and its body sent to every socket, by Socket.IO alone. */
const http = createServer(async (request, response) => {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  const { event, payload } = JSON.parse(text);
  response.end('{}');
  io.emit(event, payload);
});
const io = new Server(http, { path: '/bare', serveClient: false, perMessageDeflate: false });
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => process.send?.(http.address()));
