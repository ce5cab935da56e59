/** The tab's screens: one chunk, since the list's entry leads to all of them. */
export { ClassifiedsPage } from './classifieds-page';
export { CreateClassified } from './create-classified';
export { RenewByLink } from './renew-by-link';
export { UpdateClassified } from './update-classified';
