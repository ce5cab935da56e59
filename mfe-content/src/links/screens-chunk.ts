/** The tab's screens: one chunk, since the list leads to all of them. */
export { CreateLink } from './create-link';
export { LinkDocument } from './link-document';
export { LinksPage } from './links-page';
export { RestrictedAccess } from './restricted-access';
export { UpdateLink } from './update-link';
