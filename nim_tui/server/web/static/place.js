// Where the session is, as the server tells it: the path of a table, or "/".

const TABLE = /^\/t\/([a-z]{2,20}-\d{1,6})$/;

class Place {
  constructor(table) {
    this.at = table ? `/t/${table}` : "/";
    this.followers = [];
  }

  /** The table with which a session begins anew; empty for none. */
  get table() {
    return TABLE.exec(this.at)?.[1] ?? "";
  }

  /** Call back with the path and the one before, whenever it changes. */
  follow(call) {
    this.followers.push(call);
  }

  /** The session is there now. */
  is(at) {
    const before = this.at;
    if (at === before || !at.startsWith("/")) return;
    this.at = at;
    for (const call of this.followers) call(at, before);
  }
}

export const place = new Place(document.body.dataset.table);
