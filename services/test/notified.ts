import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { TestServices } from './start-test-services.js';

/**
 * Waits until these kinds of notification have handled all events so far, and no mail is on its way. A notification or mail that is
 * missing afterwards will not come.
 */
export async function notified(services: TestServices, kinds: Readonly<Record<string, readonly string[]>>) {
  const { connection } = services.get(Mongo);
  const stored = (name: string) => connection.collection<{ _id: string; position: number }>(name);
  const hasHandled = async (name: string, events: readonly string[]) => {
    const [last] = await stored('outbox')
      .find({ kind: { $in: events } }, { sort: { _id: -1 }, limit: 1 })
      .toArray();
    const reader = await stored('outbox_positions').findOne({ _id: `subscriber:notify-${name}` });
    return !last || (last.position > 0 && (reader?.position ?? 0) >= last.position);
  };
  const end = Date.now() + 60_000;
  for (;;) {
    const handled = await Promise.all(Object.entries(kinds).map(([name, events]) => hasHandled(name, events)));
    const due = await stored('mail_jobs').countDocuments({ state: 'due' });
    if (handled.every(Boolean) && due === 0) return;
    if (Date.now() > end) throw new Error(`notifications were late: ${handled.join()}, mails due: ${due}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
