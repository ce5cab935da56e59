/** The tab's screens: one chunk, since the list leads to all of them. */
export { Acknowledgements } from './acknowledgements';
export { CreateNotice } from './create-notice';
export { NoticeComments } from './notice-comments';
export { NoticesPage } from './notices-page';
export { UpdateNotice } from './update-notice';
