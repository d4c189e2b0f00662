/**
 * The end of a switch over everything that can happen. If a kind was forgotten, the argument is not `never`, and the code
 * does not compile.
 * In a page that is older than its server the kind is passed over; the view that follows is right all the same.
 */
export function unheard(_event: never): void {}
