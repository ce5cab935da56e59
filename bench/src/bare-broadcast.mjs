import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** The baseline of fan-out: Socket.IO alone replies to a POST and sends its body to every socket. */
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
