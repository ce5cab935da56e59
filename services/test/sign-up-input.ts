import { randomUUID } from 'node:crypto';
import { testPassword } from './member-with-password.js';

/** The extra sign-up fields of motorsport. */
export const motorsportFields = { company: 'Halden Racing', user_type: 'Driver', custom_field_0: 'Not Applicable' };

/** The input of a sign-up with a new name. */
export function newcomer(name = `new_${randomUUID().slice(0, 8)}`) {
  return {
    client_id: randomUUID(),
    email: `${name}@Example.org`,
    username: name,
    fullname: 'Iris Vane',
    password: testPassword,
    fields: motorsportFields as Record<string, string | string[]>,
  };
}
