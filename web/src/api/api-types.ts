/** The types of the API, which are generated once, for the client. */
export type * from '../../../client/src/api.gen.ts'
