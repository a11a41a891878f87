/** The API types of this version: the service serves the pages that belong to it. */
export type * from './api.gen.ts'
