/** The address of the service, and a key that may record. */
export type Target = { origin: string; key: string }
