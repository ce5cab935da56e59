import type { PreviewRole } from '@paddock/contract/core/preview';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { AsyncLocalStorage } from 'node:async_hooks';
import { PaddockError } from '../errors/paddock-error.js';

/** A preview as the record of its session holds it (ADR 0098). */
export interface StoredPreview {
  /** The text of the community's changed file. */
  file: string;
  role: PreviewRole;
  /** The workplace in which the member has the role. */
  workplace: string;
  ends: Date;
}

/** A changed deployment of a community, as one session gets it. */
export interface PreviewedDeployment {
  /** In the community's first language. */
  readonly config: Deployment;
  readonly configs: ReadonlyMap<Language, Deployment>;
  readonly revision: string;
}

/** A preview in force: what the requests of its session get in place of the deployment in force and their member's roles. */
export interface Preview extends Pick<StoredPreview, 'role' | 'workplace' | 'ends'> {
  readonly member: string;
  readonly deployment: PreviewedDeployment;
}

const present = new AsyncLocalStorage<Preview>();

/** The preview that the present request belongs to. */
export const presentPreview = (): Preview | undefined => present.getStore();

/** Runs the work of a request: without a preview as it is. */
export const inPreview = <T>(preview: Preview | undefined, work: () => T): T =>
  preview ? present.run(preview, work) : work();

/** @throws PREVIEW_READ_ONLY in a preview. Every way to the database calls it before it writes, whichever code asks for it. */
export function refuseInPreview(): void {
  if (presentPreview()) throw new PaddockError('PREVIEW_READ_ONLY');
}
