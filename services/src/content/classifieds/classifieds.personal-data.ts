import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { ClassifiedRepository } from './classified.repository.js';
import { ClassifiedWriter } from './classified-writer.js';
import { ClassifiedReadStates } from './classified-read-states.js';

/** Exports a member's ads. Erasure deletes them with their pictures: an ad is of no use without its owner. */
@Injectable()
export class ClassifiedsPersonalData implements OnModuleInit {
  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly writer: ClassifiedWriter,
    private readonly states: ClassifiedReadStates,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'classifieds', async (tenant, { _id: user }) => ({
      classifieds: (await this.ads.ofMember(tenant, user)).flatMap(({ rows }) =>
        rows.map(({ _id: id, workplace, title, desc, category, lifetime, expires, images, created, updated }) => ({
          ...{ id, workplace, title, desc, category, lifetime, expires, images, created, updated },
        })),
      ),
    }));
    this.extensions.provide('forget', 'classifieds', async (tenant, { _id: user }) => {
      for (const { place, rows } of await this.ads.ofMember(tenant, user))
        for (const row of rows) await this.writer.remove(place, row, user);
      await this.states.forget(tenant, user);
    });
  }
}
