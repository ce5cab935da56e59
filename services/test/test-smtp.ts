import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { text } from 'node:stream/consumers';

/** A server that stores received mails; while `refuse` is set, it rejects each mail with that status. */
export async function startTestSmtp(options: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }) {
  const mails: { to: string[]; content: string; secure: boolean; user: string | undefined }[] = [];
  const state = { refuse: 0, attempts: 0 };
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, session, done) => {
      state.attempts += 1;
      void text(stream).then((content) => {
        if (state.refuse) return done(Object.assign(new Error('not now'), { responseCode: state.refuse }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, content, secure: session.secure, user: session.user as string | undefined });
        done();
      });
    },
    ...options,
  });
  // A client that rejects the certificate ends the connection during the handshake.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { mails, state, port, url: `smtp://127.0.0.1:${port}`, stop };
}

/** Waits for a condition, checked every 10 ms; the limit suits the busiest machine. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('the condition did not become true in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
