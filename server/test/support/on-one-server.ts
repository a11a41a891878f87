import { inject, test } from 'vitest'
import { areNodes } from './servers.ts'

/** A test that is skipped on a cluster. State above each use why a cluster cannot run it. */
export const onOneServer = test.skipIf(areNodes(inject('servers')))
