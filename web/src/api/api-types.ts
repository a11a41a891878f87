/** The API types, generated once for the client. */
export type * from '../../../client/src/api.gen.ts'
