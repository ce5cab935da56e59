import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { knownEmailAddress } from '@paddock/contract/core/email-addresses';
import { SuperAdmins } from './account/admins/super-admins.js';
import { LastAdmin } from './community/users/last-admin.js';
import { UserRepository } from './community/users/user.repository.js';
import { Workplaces } from './community/workplaces/workplaces.js';
import { DeploymentModule } from './deployment/deployment.module.js';
import { readEnvironment } from './infrastructure/environment/environment.js';
import { PaddockError } from './infrastructure/errors/paddock-error.js';
import { InfrastructureModule } from './infrastructure/infrastructure.module.js';
import { createLogger } from './infrastructure/logging/logger.js';
import { MetricsModule } from './infrastructure/metrics/metrics.module.js';
import { OutboxModule } from './infrastructure/outbox/outbox.module.js';
import { StartError } from './infrastructure/start-error.js';
import { Communities } from './infrastructure/tenancy/communities.js';
import { tenantOf } from './infrastructure/tenancy/tenant.js';

/*
 * `node admin.js <community> [<e-mail>] [--remove]`, for `npm run admin`: a process of its own beside the running services, with their
 * environment.
 */

/** Of the community only what the command needs, and no background work: the running processes do what follows from its events. */
@Module({
  imports: [MetricsModule, OutboxModule, DeploymentModule],
  providers: [Workplaces, UserRepository, LastAdmin, SuperAdmins],
})
class AdminModule {}

const [id = '', email, option] = process.argv.slice(2);
try {
  const environment = readEnvironment(process.env);
  const imports = [InfrastructureModule.with(environment, createLogger('silent'))];
  const app = await NestFactory.createApplicationContext(
    { module: AdminModule, imports },
    { logger: false, abortOnError: false },
  );
  try {
    process.stdout.write(`${await answer(app.get(SuperAdmins), communityOf(app.get(Communities)))}\n`);
  } finally {
    await app.close();
  }
  // Without a server there is no socket left to wait for.
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function communityOf(communities: Communities) {
  const known = communities.find(id);
  if (known) return known;
  const ids = communities.all().map((one) => one.id);
  throw new StartError(`There is no community '${id}': the deployments name ${ids.join(', ')}.`);
}

async function answer(admins: SuperAdmins, { title, flags }: ReturnType<typeof communityOf>): Promise<string> {
  const tenant = tenantOf(id);
  if (email === undefined) {
    const rows = await admins.list(tenant);
    if (rows.length === 0) return `${title} has no super admin: name the e-mail address of the first one.`;
    return rows.map((row) => `${row.username}  ${row.fullname}  ${row.email}`).join('\n');
  }
  const { data: address } = knownEmailAddress(flags, 'INVALID').safeParse(email);
  if (address === undefined) throw new StartError(`'${email}' is not an e-mail address.`);
  try {
    if (option === '--remove') {
      await admins.remove(tenant, address);
      return `${address} is no super admin of ${title} any more.`;
    }
    const link = await admins.makeLink(tenant, address);
    return `${link}\n\nThe link makes ${address} super admin of ${title}. It works once, for one hour.`;
  } catch (error) {
    throw error instanceof PaddockError ? new StartError(sentenceOf(error, address, title)) : error;
  }
}

function sentenceOf({ code }: PaddockError, address: string, title: string): string {
  if (code === 'LAST_ADMIN') return `${address} is the last super admin of ${title}: make another one first.`;
  if (code === 'USER_NOT_FOUND') return `No super admin of ${title} has the address ${address}.`;
  if (code === 'EMAIL_NOT_VERIFIED')
    return `The account with the address ${address} was verified by a link alone, so another person may know its password: set a new one with 'Forgot password?' first.`;
  if (code === 'ACCESS_FORBIDDEN') return `The account with the address ${address} is banned from ${title}.`;
  return `${title} refused this with ${code}.`;
}
