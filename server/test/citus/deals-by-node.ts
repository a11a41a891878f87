import type { TestApp } from '../support/app.ts'
import { type Deal, givenDeal } from '../support/deal.ts'
import { isLastNode, nodesOf } from './away-node.ts'

/** Deals by the node of their customers: the last one, which tests set away, or another. */
export type DealsByNode = { here: Deal[]; away: Deal[]; all: Deal[] }

/** Creates deals until two customers are on the last node, and two on others. */
export async function givenDealsByNode({ api, database }: TestApp): Promise<DealsByNode> {
  const [here, away]: [Deal[], Deal[]] = [[], []]
  while (Math.min(here.length, away.length) < 2) {
    const deal = await givenDeal(api)
    const [node] = await nodesOf(database.pool, deal.customerId)
    const side = isLastNode(node) ? away : here
    side.push(deal)
  }
  return { here, away, all: [...here, ...away] }
}
