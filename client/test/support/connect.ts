import { Piecework, type PieceworkOptions } from '../../src/index.ts'

/** A client with short delays, of a service that does not exist. */
export const connect = (options: PieceworkOptions) =>
  new Piecework({
    apiKey: 'pw_sk_test_1',
    baseUrl: 'http://piecework.test',
    retryDelay: 1,
    ...options,
  })
