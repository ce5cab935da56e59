declare module 'mongodb/lib/cmap/connection.js' {
  import type { Duplex } from 'node:stream';

  /** The driver's connection, which its types leave out. */
  export class Connection {
    readonly socket: Duplex;
    /** Runs when the connection closes, for any reason. */
    cleanup(error: Error): void;
  }
}
