import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { UserRepository } from '../community/users/user.repository.js';

/** Exports the ids of members whom a member blocked; erases a deleted member from others' block lists. */
@Injectable()
export class MemberBlocks implements OnModuleInit {
  constructor(
    private readonly users: UserRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'people', async (_tenant, { blocked_users }) => ({ blocked: blocked_users }));
    this.extensions.provide('forget', 'people', (tenant, { _id }) => this.users.forgetBlocks(tenant, _id));
  }
}
