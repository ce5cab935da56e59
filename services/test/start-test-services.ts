import { expect } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { pathParameters, type Call, type CallInput, type CallReply } from '@paddock/contract/core/call';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { request } from 'undici';
import { createApp } from '../src/create-app.js';
import { problemText } from '../src/deployment/deployment-problem.js';
import { DeploymentService } from '../src/deployment/deployment.service.js';
import { ConversationMembers, type NewGroup } from '../src/community/conversations/conversation-members.js';
import type { ConversationRow } from '../src/community/conversations/conversation.schema.js';
import { readEnvironment } from '../src/infrastructure/environment/environment.js';
import { createLogger } from '../src/infrastructure/logging/logger.js';
import { CallRoutes } from '../src/community/calls/call-routes.js';
import { serviceFolders } from '../src/service-modules.js';
import { SessionService } from '../src/community/sessions/session.service.js';
import { tenantOf, type Tenant } from '../src/infrastructure/tenancy/tenant.js';
import { UserRepository, type NewUser } from '../src/community/users/user.repository.js';
import type { UserRow } from '../src/community/users/user.schema.js';
import { startTestDatabase } from './test-database.js';
import { makeTestFolders, type TestFolders } from './test-folders.js';

/** A signed-in member, ready to call. */
export interface TestMember {
  id: string;
  username: string;
  community: string;
  /** The default workplace of this member's calls. */
  workplace: string;
  token: string;
  row: UserRow;
}

export interface CallOptions {
  as?: TestMember;
  /** Host header; by default the member's community, else motorsport's. */
  host?: string;
  workplace?: string;
}

export interface RawRequest {
  headers?: Record<string, string>;
  /** A string is sent unchanged, other values as JSON. */
  body?: unknown;
}

export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export type TestReply<C extends Call> = { status: number; body: CallReply<C> & ErrorReply };

/** The real process on a free port over a real database, with both communities. Close it in `afterAll`. */
export class TestServices {
  /** The names of the calls that the started services serve. */
  private readonly served: ReadonlySet<string>;

  private constructor(
    readonly port: number,
    readonly folders: TestFolders,
    /** What the process logged, line by line. */
    readonly log: string[],
    private readonly find: <T>(type: Type<T> | (abstract new (...args: never[]) => T)) => T,
    readonly close: () => Promise<void>,
  ) {
    const routes = this.get(CallRoutes).routes();
    this.served = new Set(routes.flatMap(({ calls }) => calls.map(({ name }) => name)));
  }

  static async start(variables: Record<string, string> = {}, loaded?: string): Promise<TestServices> {
    const services = loaded ?? variables['SERVICES'] ?? (variables['DEMO'] ? '' : serviceOfSpec());
    const [database, folders] = await Promise.all([startTestDatabase(), makeTestFolders()]);
    const environment = readEnvironment({
      NODE_ENV: 'test',
      PORT: '0',
      MONGODB_URI: `${database.uri}${database.uri.includes('?') ? '&' : '/?'}monitorCommands=true`,
      MONGODB_DB: database.name,
      DATA_DIR: folders.dataDir,
      REGISTRY_DIR: folders.registryDir,
      SHELL_DIR: folders.shellDir,
      DEPLOYMENTS_DIR: folders.deploymentsDir,
      ...variables,
      SERVICES: loaded === undefined ? '' : (variables['SERVICES'] ?? ''),
    });
    const log: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void log.push(line) });
    const app = await createApp(environment, logger, services.split(',').filter(Boolean));
    await app.listen(0, '127.0.0.1');
    const close = async () => {
      await app.close();
      await database.stop();
      await rm(dirname(folders.dataDir), { recursive: true, force: true });
    };
    const { problems } = app.get(DeploymentService, { strict: false });
    // A spec with deployments of its own may want refusals; a problem without a community refuses none.
    const refused = variables['DEPLOYMENTS_DIR'] ? [] : problems.filter(({ community }) => community !== undefined);
    if (refused.length > 0) {
      await close();
      throw new Error(`Tests need deployments/ as it is in the repository:\n${refused.map(problemText).join('\n')}`);
    }
    const { port } = app.getHttpServer().address() as { port: number };
    return new TestServices(port, folders, log, (type) => app.get(type, { strict: false }), close);
  }

  /** A provider of the running application. */
  get<T>(type: Type<T> | (abstract new (...args: never[]) => T)): T {
    return this.find(type);
  }

  /** Makes a call of the contract as the web client does: token in the header, fields where they belong. */
  async call<C extends Call>(call: C, input: CallInput<C>, options: CallOptions = {}): Promise<TestReply<C>> {
    // A call that no started service serves would be refused, and its effects would be missed by no test of their absence.
    if (!this.served.has(call.name))
      throw new Error(`The spec starts no service that serves ${call.name}: see SERVICES`);
    const { as: member, host, workplace = member?.workplace } = options;
    const fields: Record<string, unknown> = { ...(workplace && { workplace }), ...(input as object) };
    const inPath = pathParameters(call.path);
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
    const rest = Object.entries(fields).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
    const inQuery = call.method === 'GET' || call.method === 'DELETE';
    const secret = rest.filter(([name]) => inQuery && call.inBody.includes(name));
    const open = rest.filter((field) => !secret.includes(field));
    const query = inQuery ? new URLSearchParams(open.flatMap(([name, value]) => queryPairs(name, value))) : '';
    const reply = await this.request(call.method, `/api${path}${String(query) && `?${String(query)}`}`, {
      headers: {
        host: host ?? `${member?.community ?? 'motorsport'}.localhost`,
        ...(member && { authorization: `Bearer ${member.token}` }),
      },
      ...((!inQuery || call.inBody.length > 0) && { body: Object.fromEntries(inQuery ? secret : rest) }),
    });
    return { status: reply.status, body: JSON.parse(reply.text) as TestReply<C>['body'] };
  }

  /** Sends any request unchanged. */
  async request(method: string, path: string, { headers = {}, body }: RawRequest = {}): Promise<RawReply> {
    const json = body !== undefined && typeof body !== 'string';
    const reply = await request(`http://127.0.0.1:${this.port}${path}`, {
      method: method as 'GET',
      headers: { host: 'motorsport.localhost', ...(json && { 'content-type': 'application/json' }), ...headers },
      body: json ? JSON.stringify(body) : body,
    });
    return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
  }

  /** A verified member with a session, who belongs to `workplace` and calls in it. */
  async member(given: Partial<NewUser> & { community?: string; workplace?: string } = {}): Promise<TestMember> {
    const { community = 'motorsport', workplace = '', ...fields } = given;
    const tenant = tenantOf(community);
    const name = `m_${randomUUID().slice(0, 8)}`;
    const row = await this.get(UserRepository).create(tenant, {
      username: name,
      fullname: `Member ${name}`,
      email: `${name}@example.org`,
      client_id: randomUUID(),
      workplaces: workplace ? [workplace] : [],
      ...fields,
    });
    const token = await this.get(SessionService).open(tenant, row._id);
    return { id: row._id, username: row.username, community, workplace, token, row };
  }

  /** A group in the first owner's community and workplace. */
  async group(
    owner: TestMember,
    members: readonly TestMember[] = [],
    fields: Partial<NewGroup> = {},
  ): Promise<ConversationRow> {
    const tenant = tenantOfMember(owner);
    const conversations = this.get(ConversationMembers);
    const title = `Group ${randomUUID().slice(0, 8)}`;
    const group = await conversations.createGroup(tenant, { title, color: '#2a6fdb', ...fields }, owner.id);
    for (const member of members) await conversations.join(tenant, group, member.id);
    return group;
  }

  /** Changes a community's file and waits until the change is in force (or was refused). */
  async configure(community: string, change: (file: DeploymentFile) => void): Promise<void> {
    const file = join(this.folders.deploymentsDir, `${community}.json`);
    const content = JSON.parse(await readFile(file, 'utf8')) as DeploymentFile;
    change(content);
    // Renamed into place: the service reads the file each second, and would refuse half of it.
    await writeFile(`${file}.new`, JSON.stringify(content));
    await rename(`${file}.new`, file);
    this.get(DeploymentService).poll();
  }
}

/** The content of a deployment file. */
export type DeploymentFile = Record<string, unknown> & { flags: Record<string, unknown>; tabs: unknown[] };

/**
 * Starts the service in whose folder the spec is, which takes a third of the time of all; a spec of no service starts all.
 * A spec that needs others too names them: `startTestServices({ SERVICES: 'chats,shouts' })`; `''` starts all. A call of a
 * service that is not started throws.
 *
 * @param loaded the services to run, '' for all, while `SERVICES` keeps its meaning of production: the services whose calls this process
 *   answers
 */
export function startTestServices(variables?: Record<string, string>, loaded?: string): Promise<TestServices> {
  return TestServices.start(variables, loaded);
}

function serviceOfSpec(): string {
  const folders = /\/services\/src\/(?:content\/)?([\w-]+)\//.exec(expect.getState().testPath ?? '');
  return folders && serviceFolders().has(folders[1]!) ? folders[1]! : '';
}

export function tenantOfMember({ community, workplace }: TestMember): Tenant {
  return tenantOf(community, workplace);
}

function queryPairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((one) => [name, String(one)]);
  return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}
