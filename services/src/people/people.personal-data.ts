import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { UserRepository } from '../community/users/user.repository.js';
import { PositionRepository } from './closest/position.repository.js';

/**
 * Exports the members whom a member blocks, by id, and the cell of the shared position, which is deleted with the account's row. Erases a
 * deleted member from others' block lists.
 */
@Injectable()
export class PeoplePersonalData implements OnModuleInit {
  constructor(
    private readonly users: UserRepository,
    private readonly positions: PositionRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'people', async (tenant, { _id, blocked_users }) => {
      const cell = await this.positions.cellOf(tenant, _id);
      return { blocked: blocked_users, ...(cell !== undefined && { position: { h3_cell: cell } }) };
    });
    this.extensions.provide('forget', 'people', async (tenant, { _id }) => {
      await this.users.forgetBlocks(tenant, _id);
    });
  }
}
