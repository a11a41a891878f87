import { addressLines } from '../../domain/postal-address.ts'
import type { Buyer, Parties, Seller } from './party.ts'

type Printed<Party> = Party & { addressLines: string[] }

/** Adds the lines of each address as the document prints them. */
export function partiesBody({ seller, buyer }: Parties): {
  seller: Printed<Seller>
  buyer: Printed<Buyer>
} {
  return {
    seller: { ...seller, addressLines: addressLines(seller) },
    buyer: { ...buyer, addressLines: addressLines(buyer) },
  }
}
