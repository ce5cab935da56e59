import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { UserRepository } from '../community/users/user.repository.js';

/** Whom a member blocked, by id; and who blocked a member who goes. */
@Injectable()
export class MemberBlocks implements OnModuleInit {
  constructor(
    private readonly users: UserRepository,
    private readonly answers: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.answers.provide('export', 'people', async (_tenant, { blocked_users }) => ({ blocked: blocked_users }));
    this.answers.provide('forget', 'people', (tenant, { _id }) => this.users.forgetBlocks(tenant, _id));
  }
}
