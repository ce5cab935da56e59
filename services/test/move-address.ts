import { AccountAddressRepository } from '../src/community/users/account-address.repository.js';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import { tenantOfMember, type TestMember, type TestServices } from './start-test-services.js';

/** Gives a member another verified address. */
export async function moveAddress(services: TestServices, member: TestMember): Promise<void> {
  const change = { from: member.row.email, to: `new_${member.username}@example.org` };
  await services
    .get(Mongo)
    .transaction((session) =>
      services.get(AccountAddressRepository).moveEmail(tenantOfMember(member), member.id, change, { session }),
    );
}
