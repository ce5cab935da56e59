// The screens of notices, in one chunk.
export { Acknowledgements } from './acknowledgements';
export { CreateNotice } from './create-notice';
export { NoticeComments } from './notice-comments';
export { NoticesPage } from './notices-page';
export { UpdateNotice } from './update-notice';
