/** What a successor has in addition to the terms of a subscription. */
export type SuccessorRow = {
  replacesId: string
  dealId: string
  cycleFrom: string | null
  owesOnetime: boolean
}
