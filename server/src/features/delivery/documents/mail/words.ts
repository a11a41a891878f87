/** What a message says around the invoice. */
export type MailWords = {
  subject: string
  /** Shown by mail programs beside the subject. */
  preview: string
  title: string
  lead: string
  /** What the sender wants to tell besides, above the details. */
  message: string | null
  payLabel: string
}
