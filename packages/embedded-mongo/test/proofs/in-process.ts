import { BSON } from 'mongodb';
import { Cursors } from '../../src/server/cursors.js';
import { dispatch } from '../../src/server/dispatch.js';
import { Sessions } from '../../src/server/sessions.js';
import { MessageReader } from '../../src/server/wire.js';
import { Database } from '../../src/storage/database.js';
import { baseView } from '../../src/storage/view.js';
import { type Doc } from '../../src/values/bson.js';
import { message, temporaryFolder } from '../support.js';

/** The whole server without sockets: a command passes through the wire format, dispatch and storage. */
export function openInProcess() {
  const db = Database.open(temporaryFolder());
  const services = {
    db,
    base: baseView(db),
    cursors: new Cursors(),
    sessions: new Sessions(db),
    address: '',
    startedAt: 0,
    connections: () => 1,
    commandCounts: new Map<string, number>(),
  };
  const internal: string[] = [];
  return {
    db,
    /** Internal failures, which clients must never cause. */
    internal,
    async run(command: Doc): Promise<Doc> {
      const [request] = new MessageReader().push(message({ ...command, $db: 'test' }));
      const reply = await dispatch(services, request!, 1, (text) => internal.push(text));
      return BSON.deserialize(Buffer.concat(reply), { promoteValues: true });
    },
    close: () => db.close(),
  };
}
