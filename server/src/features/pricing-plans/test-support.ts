/** No row has this id. */
export { ABSENT as ABSENT_ID } from '../../../test/support/given.ts'
