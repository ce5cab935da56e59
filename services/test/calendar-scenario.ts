import {
  addEventSource,
  type EventSource,
  readEventSources,
  refreshEventSource,
} from '@paddock/contract/calls/event-sources';
import { type PaddockEvent, readEvents } from '@paddock/contract/calls/events';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventRepository } from '../src/events/storage/event.repository.js';
import { at } from './calendars.js';
import { startTestServices, tenantOfMember, type TestMember, type TestServices } from './start-test-services.js';

export const serveText: (text: string, headers?: Record<string, string>) => RequestListener =
  (text, headers = {}) =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text);

/** A site of calendar files, and services with an admin who subscribes to them. */
export class CalendarScenario {
  /** What the site answers next. */
  serve: RequestListener = serveText('');
  requests: IncomingHttpHeaders[] = [];
  private path = 0;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
    readonly services: TestServices,
    readonly admin: TestMember,
  ) {}

  static async start(): Promise<CalendarScenario> {
    const server = createServer((request, response) => {
      scenario.requests.push(request.headers);
      scenario.serve(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const services = await startTestServices({ RATE_LIMITS: 'off', OUTBOUND_ALLOW: `127.0.0.1:${port}` });
    await services.configure('motorsport', (file) => {
      file.flags = { ...file.flags, rsvp: true };
    });
    const admin = await services.member({ admin: true });
    const scenario = new CalendarScenario(server, `http://127.0.0.1:${port}`, services, admin);
    return scenario;
  }

  async close(): Promise<void> {
    await this.services.close();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Subscribes to a new address that serves this file, and reads it. */
  async subscribe(text: string, as = this.admin): Promise<string> {
    this.serve = serveText(text);
    const url = `${this.origin}/${(this.path += 1)}.ics`;
    const { status, body } = await this.services.call(
      addEventSource,
      { client_id: randomUUID(), url, color: '#123456' },
      { as },
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    await this.settled(body.id, as);
    return body.id;
  }

  /** Adding a calendar starts a read; waits until it has ended. */
  async settled(id: string, as = this.admin): Promise<EventSource> {
    for (;;) {
      const { sources } = (await this.services.call(readEventSources, {}, { as })).body;
      const source = sources.find((each) => each.id === id)!;
      if (source.checked) return source;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async refresh(id: string): Promise<EventSource> {
    return (await this.services.call(refreshEventSource, { id }, { as: this.admin })).body;
  }

  stored(id: string) {
    return this.services.get(EventRepository).ofSource(tenantOfMember(this.admin), id);
  }

  async list(as: TestMember): Promise<PaddockEvent[]> {
    const span = { from: at(-100 * dayMs).toISOString(), to: at(500 * dayMs).toISOString() };
    return (await this.services.call(readEvents, span, { as })).body.events;
  }

  /** The events of the subscribed calendars. */
  async ofColor(): Promise<PaddockEvent[]> {
    return (await this.list(this.admin)).filter(({ color }) => color === '#123456');
  }
}
