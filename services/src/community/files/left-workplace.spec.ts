import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { changedElsewhere } from '../../../test/changed-elsewhere.js';
import { passTime } from '../../../test/pass-time.js';
import { startTestServices, tenantOfMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { FileAddresses } from './file-address.js';
import { FilesService } from './files.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

describe('a file shouted in a workplace', () => {
  it('is not shown to a member who has left it, although its everybody group stores no members', async () => {
    const hq = { community: 'workplace', workplace: 'hq' };
    const [ann, bob] = [await services.member(hq), await services.member(hq)];
    const tenant = tenantOfMember(ann);
    const file = { filename: 'plan.txt', stream: Readable.from(['for hq']) };
    const { id, path } = await services.get(FilesService).upload({ tenant, user: ann.row }, undefined, file);
    const shout = { client_id: randomUUID(), group: '0', shout: 'the plan', files: [path] };
    expect((await services.call(postShout, shout, { as: ann })).status).toBe(200);
    const address = services.get(FileAddresses).fileAddress(tenant, bob.id, id, 'original');
    const status = async () =>
      (await services.request('GET', address, { headers: { host: 'workplace.localhost' } })).status;
    expect(await status()).toBe(200);
    const users = services.get(Mongo).connection.collection<{ _id: string }>('users');
    await users.updateOne({ _id: bob.id }, { $set: { workplaces: [] } });
    await changedElsewhere(services, { kind: 'MemberChanged', tenant, user: bob.id });
    passTime(1000);
    expect(await status()).toBe(404);
  });
});
