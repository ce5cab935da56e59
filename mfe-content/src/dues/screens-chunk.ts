/** The tab's screens: one chunk, since the list leads to all of them. */
export { CreateDue } from './create-due';
export { DuePage } from './due-page';
export { DuesPage } from './dues-page';
export { UpdateDue } from './update-due';
