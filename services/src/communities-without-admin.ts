import 'reflect-metadata';
import type { Places } from '@paddock/contract/core/workplaces';
import { hasAdmin } from './community/users/has-admin.js';
import { UserRepository } from './community/users/user.repository.js';
import { Workplaces } from './community/workplaces/workplaces.js';
import { Mongo } from './infrastructure/mongo/mongo.js';
import { CommitLog } from './infrastructure/outbox/commit-log.js';
import { OutboxRepository } from './infrastructure/outbox/outbox.repository.js';

/*
 * `node communities-without-admin.js <JSON>`, for `npm run doctor`: prints the ids of those communities that have no admin. A process of
 * its own beside the running services, with their database. It does not read the whole environment, which would make the keys of a data
 * folder that is new.
 */

type Community = { id: string } & Places;

const communities = JSON.parse(process.argv[2] ?? '[]') as Community[];
const { MONGODB_URI: mongoUri = '', MONGODB_DB: mongoDb = 'paddock' } = process.env;
const mongo = await new Mongo({ mongoUri, mongoDb, telemetry: undefined }).connect();
const find = (id: string) => communities.find((community) => community.id === id);
const users = new UserRepository(mongo, new CommitLog(new OutboxRepository(mongo)), new Workplaces({ find }));
const attended = await Promise.all(communities.map((community) => hasAdmin(users, community)));
process.stdout.write(JSON.stringify(communities.filter((_, index) => !attended[index]).map(({ id }) => id)));
process.exit(0);
