import { describe, expect, it, jest } from '@jest/globals';
import { minuteMs } from '@paddock/contract/core/durations';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestServices } from '../../test/start-test-services.js';
import { makePicturesTiny } from '../../test/tiny-pictures.js';
import { Passwords } from '../account/credentials/password/passwords.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { FilesService } from '../community/files/files.service.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { UserRepository } from '../community/users/user.repository.js';
import { DemoRows } from './demo-rows.js';
import { DemoService } from './demo.service.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));

/** For a whole fill and half of one, on a busy machine. */
const fillsMs = 5 * minuteMs;

describe('a fill that fails midway', () => {
  it(
    'leaves the community empty, so that the next start fills it, once',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'paddock-demo-'));
      const empty = await startTestServices();
      try {
        const file = join(folder, 'demo/workplace.json');
        for (const part of ['demo/images', 'demo/documents'])
          await cp(join(realDeployments, part), join(folder, part), { recursive: true });
        await makePicturesTiny(folder);
        const content = JSON.parse(await readFile(join(realDeployments, 'demo/workplace.json'), 'utf8')) as {
          groups: { title: string }[];
        };
        const whole = JSON.stringify(content);
        // Two groups with one title violate the unique index after the members are written.
        content.groups[1]!.title = content.groups[0]!.title;
        await writeFile(file, JSON.stringify(content));
        const environment = { ...empty.get<Environment>(ENVIRONMENT as never), deploymentsDir: folder };
        const passwords = empty.get(Passwords);
        const demo = new DemoService(
          empty.get(Mongo),
          empty.get(Communities),
          empty.get(FilesService),
          passwords,
          environment,
          empty.get<Logger>(LOGGER as never),
          new DemoRows(empty.get(Communities), empty.get(ExtensionPoints), empty.get(UserRepository), environment),
        );
        await expect(demo.onApplicationBootstrap()).rejects.toThrow(/E11000|duplicate/i);
        const users = empty.get(Mongo).connection.collection('users');
        expect(await users.countDocuments({ community: 'workplace' })).toBe(0);
        await writeFile(file, whole);
        const hash = jest.spyOn(passwords, 'hash').mockImplementationOnce(async (text) => {
          // Another process is faster.
          await demo.onApplicationBootstrap();
          return passwords.hash(text);
        });
        await demo.onApplicationBootstrap();
        expect(hash).toHaveBeenCalledTimes(3);
        expect(await users.countDocuments({ community: 'workplace' })).toBeGreaterThan(90);
        const place = { community: 'workplace' };
        const rows = (name: string) => empty.get(Mongo).connection.collection(name);
        const conversations = new Set(await rows('conversations').distinct('_id', place));
        for (const [name, key] of [
          ['shouts', 'conversation'],
          ['conversation_states', 'conversation'],
          ['memberships', 'group'],
        ] as const) {
          const named = await rows(name).distinct(key, place);
          expect([name, named.length > 0, named.filter((id) => !conversations.has(id as never))]).toEqual([
            name,
            true,
            [],
          ]);
        }
      } finally {
        await empty.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    fillsMs,
  );
});
