/** Texts of an email in addition to the invoice data. */
export type MailWords = {
  subject: string
  /** Shown by mail programs next to the subject. */
  preview: string
  title: string
  lead: string
  /** An optional message from the sender, above the details. */
  message: string | null
  payLabel: string
  /** The amount that the email is about, in large type. */
  figure?: { amount: string; about: string }
}
