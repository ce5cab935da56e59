import { Connection } from 'mongodb/lib/cmap/connection.js';

/*
 * Mends the driver (7.8 and 7.9): a command whose `socket.write` returns false waits for 'drain'. A socket that is destroyed
 * returns false too but emits no 'drain', so the command would never settle, nor would the calls that share it, and its connection
 * would stay checked out. With an early 'drain' the driver continues, sees that the connection is closed and throws its network
 * error.
 */
const { cleanup } = Connection.prototype;
Connection.prototype.cleanup = function (this: Connection, error: Error): void {
  cleanup.call(this, error);
  this.socket.emit('drain');
};
