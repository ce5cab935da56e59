import { Injectable } from '@nestjs/common';
import type { ReportKind } from '@paddock/contract/calls/moderation';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Reportable } from '../community/extension-points/reportable.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';

/** The services' kinds of reportable content in this process. */
@Injectable()
export class Reportables {
  constructor(private readonly extensions: ExtensionPoints) {}

  find(kind: ReportKind): Reportable | undefined {
    return [...this.extensions.all('reportable').values()].find((one) => one.kind === kind);
  }

  /** @throws SERVICE_UNAVAILABLE while the kind's service does not run in this process */
  of(kind: ReportKind): Reportable {
    const found = this.find(kind);
    if (!found) throw new PaddockError('SERVICE_UNAVAILABLE');
    return found;
  }
}
