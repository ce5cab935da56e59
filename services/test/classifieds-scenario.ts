import { type Classified, createClassified } from '@paddock/contract/calls/classifieds';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import { classifiedSchema } from '../src/content/classifieds/classified.schema.js';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { DeploymentFile, TestMember, TestServices } from './start-test-services.js';

/** The tab with three categories. */
export function withClassifieds(file: DeploymentFile): void {
  if (!file.tabs.includes('classifieds'))
    file.tabs = [...file.tabs.filter((tab) => !isClassifieds(tab)), 'classifieds'];
  file['modules'] = { ...(file['modules'] as object), 'mfe-content': 'stable' };
  const categories = ['tyres', 'tools', 'rooms'].map((key) => ({ key, icon: 'wrench' }));
  file.flags['classifieds_tab'] = { categories };
}

const isClassifieds = (tab: unknown) => (tab as { id?: string }).id === 'classifieds';

export type ClassifiedInput = CallInput<typeof createClassified>;

export function placeAd(services: TestServices, as: TestMember, fields: Partial<ClassifiedInput> = {}) {
  const ad = { title: 'Torque wrench', desc: 'Calibrated in May', category: 'tools', lifetime: 30 };
  return services.call(createClassified, { client_id: randomUUID(), ...ad, ...fields }, { as });
}

/** An ad that the API created; fails with the reply otherwise. */
export async function adOf(
  services: TestServices,
  as: TestMember,
  fields: Partial<ClassifiedInput> = {},
): Promise<Classified> {
  const { status, body } = await placeAd(services, as, fields);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.classified;
}

/** Changes stored dates of an ad: the only way to an end in the past. */
export async function setDates(
  services: TestServices,
  id: string,
  dates: { expires?: Date; remind?: Date; created?: Date },
): Promise<void> {
  const model = services.get(Mongo).model('classifieds', classifiedSchema);
  await model.collection.updateOne({ _id: id as never }, { $set: dates });
}
