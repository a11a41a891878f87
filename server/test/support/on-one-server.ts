import { inject, test } from 'vitest'
import { areNodes } from './servers.ts'

/** A test that a cluster skips. Say above it why nothing like it can be asked of one. */
export const onOneServer = test.skipIf(areNodes(inject('servers')))
